-- A ranked list as it was at one moment. Whoever walks it goes on in the one in which they began.
create table marketplace.rank_snapshot (
  id uuid primary key,
  list text not null,
  made_at timestamptz(3) not null
);
create index rank_snapshot_newest on marketplace.rank_snapshot (list, made_at desc);

create table marketplace.post_rank (
  snapshot_id uuid not null references marketplace.rank_snapshot on delete cascade,
  position int not null,
  post_id uuid not null,
  score double precision not null,
  -- As they were: they lead to rows, which are then asked how they are.
  leaf_category_id uuid not null,
  cell_middle int not null,
  primary key (snapshot_id, position)
);
create index post_rank_of_category on marketplace.post_rank (snapshot_id, leaf_category_id, position);
create index post_rank_near on marketplace.post_rank (snapshot_id, cell_middle, position);

-- How much there is in a category, and how much it is looked at: in a square of 28 km, or everywhere.
create table marketplace.category_rank (
  snapshot_id uuid not null references marketplace.rank_snapshot on delete cascade,
  category_id uuid not null,
  cell_middle int,
  active_count int not null,
  views int not null,
  -- Of the week before.
  views_before int not null,
  -- The middle of what there is in the square.
  public_latitude double precision,
  public_longitude double precision
);
create unique index category_rank_near on marketplace.category_rank (snapshot_id, cell_middle, category_id) nulls not distinct;

-- What is trending is found among the newest.
create index post_published on marketplace.post (published_at) where status in ('active', 'reserved');

-- Makes and models to begin with; those who look after the marketplace add to them.
insert into marketplace.make_model (id, make, model, first_year, last_year)
select gen_random_uuid(), make, model, first_year, last_year from (values
  ('Audi', 'A3', 1996, null), ('Audi', 'A4', 1994, null), ('Audi', 'A6', 1994, null), ('Audi', 'Q5', 2008, null), ('Audi', 'TT', 1998, 2023),
  ('BMW', '1 Series', 2004, null), ('BMW', '3 Series', 1975, null), ('BMW', '5 Series', 1972, null), ('BMW', 'i3', 2013, 2022),
  ('BMW', 'X3', 2003, null), ('BMW', 'X5', 1999, null),
  ('Citroën', '2CV', 1948, 1990), ('Citroën', 'Berlingo', 1996, null), ('Citroën', 'C3', 2002, null),
  ('Dacia', 'Duster', 2010, null), ('Dacia', 'Logan', 2004, null), ('Dacia', 'Sandero', 2008, null),
  ('Fiat', '500', 2007, null), ('Fiat', 'Ducato', 1981, null), ('Fiat', 'Panda', 1980, null), ('Fiat', 'Punto', 1993, 2018),
  ('Ford', 'Fiesta', 1976, 2023), ('Ford', 'Focus', 1998, null), ('Ford', 'Kuga', 2008, null), ('Ford', 'Mustang', 1964, null),
  ('Ford', 'Transit', 1965, null),
  ('Honda', 'Accord', 1976, null), ('Honda', 'Civic', 1972, null), ('Honda', 'CR-V', 1995, null), ('Honda', 'Jazz', 2001, null),
  ('Hyundai', 'i10', 2007, null), ('Hyundai', 'i30', 2007, null), ('Hyundai', 'Kona', 2017, null), ('Hyundai', 'Tucson', 2004, null),
  ('Kia', 'Ceed', 2006, null), ('Kia', 'Niro', 2016, null), ('Kia', 'Picanto', 2004, null), ('Kia', 'Sportage', 1993, null),
  ('Mazda', '3', 2003, null), ('Mazda', 'CX-5', 2012, null), ('Mazda', 'MX-5', 1989, null),
  ('Mercedes-Benz', 'A-Class', 1997, null), ('Mercedes-Benz', 'C-Class', 1993, null), ('Mercedes-Benz', 'E-Class', 1993, null),
  ('Mercedes-Benz', 'Sprinter', 1995, null),
  ('Mini', 'Cooper', 2001, null), ('Mini', 'Countryman', 2010, null),
  ('Nissan', 'Juke', 2010, null), ('Nissan', 'Leaf', 2010, null), ('Nissan', 'Micra', 1982, null), ('Nissan', 'Qashqai', 2006, null),
  ('Opel', 'Astra', 1991, null), ('Opel', 'Corsa', 1982, null), ('Opel', 'Zafira', 1999, null),
  ('Peugeot', '206', 1998, 2012), ('Peugeot', '208', 2012, null), ('Peugeot', '308', 2007, null), ('Peugeot', 'Partner', 1996, null),
  ('Porsche', '911', 1964, null), ('Porsche', 'Boxster', 1996, null), ('Porsche', 'Cayenne', 2002, null),
  ('Renault', 'Clio', 1990, null), ('Renault', 'Kangoo', 1997, null), ('Renault', 'Mégane', 1995, null), ('Renault', 'Twingo', 1992, null),
  ('Renault', 'Zoe', 2012, 2024),
  ('Seat', 'Ibiza', 1984, null), ('Seat', 'Leon', 1999, null), ('Škoda', 'Fabia', 1999, null), ('Škoda', 'Octavia', 1996, null),
  ('Škoda', 'Superb', 2001, null),
  ('Suzuki', 'Jimny', 1970, null), ('Suzuki', 'Swift', 1983, null),
  ('Tesla', 'Model 3', 2017, null), ('Tesla', 'Model S', 2012, null), ('Tesla', 'Model Y', 2020, null),
  ('Toyota', 'Auris', 2006, 2018), ('Toyota', 'Aygo', 2005, 2022), ('Toyota', 'Corolla', 1966, null), ('Toyota', 'Prius', 1997, null),
  ('Toyota', 'RAV4', 1994, null), ('Toyota', 'Yaris', 1999, null),
  ('Volkswagen', 'Beetle', 1938, 2003), ('Volkswagen', 'Caddy', 1980, null), ('Volkswagen', 'Golf', 1974, null),
  ('Volkswagen', 'ID.3', 2019, null), ('Volkswagen', 'Passat', 1973, null), ('Volkswagen', 'Polo', 1975, null),
  ('Volkswagen', 'Tiguan', 2007, null), ('Volkswagen', 'Transporter', 1950, null), ('Volkswagen', 'Up!', 2011, 2023),
  ('Volvo', 'V40', 1995, 2019), ('Volvo', 'V60', 2010, null), ('Volvo', 'V70', 1996, 2016), ('Volvo', 'XC60', 2008, null),
  ('Yamaha', 'MT-07', 2014, null), ('Yamaha', 'XSR700', 2016, null), ('Vespa', 'GTS', 2003, null), ('Vespa', 'Primavera', 1968, null)
) as known (make, model, first_year, last_year)
on conflict do nothing;
