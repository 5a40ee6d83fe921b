-- Who asks for one square, or one category, never takes the index of everything in its stead, which a plan for any
-- square may do, and then reads all there is for a square that is empty: nothing else says `cell_middle > -10000000`.
drop index marketplace.post_feed;
create index post_feed on marketplace.post (published_at desc, id desc) where status in ('active', 'reserved') and cell_middle > -10000000;
