import type { AttributeDefinition } from '../marketplace/categories/public.ts'

export interface DemoCategory {
  name: string
  icon: string
  leaves: string[]
  /** What its listings may tell; the leaves ask the same. */
  attributes: AttributeDefinition[]
  expirationDays?: number
}

const choice = (key: string, label: string, ...options: string[]): AttributeDefinition => ({
  key,
  label,
  type: 'enum',
  required: false,
  options,
  unit: '',
})
const text = (key: string, label: string): AttributeDefinition => ({
  key,
  label,
  type: 'text',
  required: false,
  options: [],
  unit: '',
})
const number = (key: string, label: string, unit = ''): AttributeDefinition => ({
  key,
  label,
  type: 'number',
  required: false,
  options: [],
  unit,
})
const yesNo = (key: string, label: string): AttributeDefinition => ({
  key,
  label,
  type: 'bool',
  required: false,
  options: [],
  unit: '',
})
const required = (definition: AttributeDefinition): AttributeDefinition => ({ ...definition, required: true })

const colour = choice(
  'colour',
  'Colour',
  'black',
  'white',
  'grey',
  'brown',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
  'mixed',
)
const brand = text('brand', 'Brand')
const width = number('width', 'Width', 'cm')
const height = number('height', 'Height', 'cm')
const depth = number('depth', 'Depth', 'cm')

export const categories: DemoCategory[] = [
  {
    name: 'Furniture',
    icon: '🛋️',
    leaves: [
      'Sofas & armchairs',
      'Tables & desks',
      'Chairs & stools',
      'Beds & mattresses',
      'Wardrobes',
      'Shelves & bookcases',
      'Sideboards',
      'Office furniture',
      'Outdoor furniture',
    ],
    attributes: [
      choice('material', 'Material', 'solid wood', 'veneer', 'metal', 'glass', 'fabric', 'leather', 'rattan'),
      colour,
      width,
      height,
      depth,
    ],
    expirationDays: 60,
  },
  {
    name: 'Home & decoration',
    icon: '🏠',
    leaves: [
      'Lamps',
      'Rugs',
      'Mirrors',
      'Pictures & frames',
      'Vases',
      'Clocks',
      'Curtains',
      'Bedding',
      'Seasonal',
    ],
    attributes: [colour, width, height, yesNo('handmade', 'Made by hand')],
  },
  {
    name: 'Household appliances',
    icon: '🧺',
    leaves: [
      'Fridges & freezers',
      'Washing machines',
      'Dryers',
      'Dishwashers',
      'Ovens & hobs',
      'Coffee machines',
      'Small kitchen appliances',
      'Vacuum cleaners',
      'Irons & sewing machines',
    ],
    attributes: [
      brand,
      choice('energy_class', 'Energy class', 'A', 'B', 'C', 'D', 'E', 'F', 'G'),
      number('age', 'Age', 'years'),
      yesNo('warranty', 'Still under warranty'),
    ],
  },
  {
    name: 'Kitchen & dining',
    icon: '🍽️',
    leaves: [
      'Pots & pans',
      'Crockery',
      'Cups & glasses',
      'Cutlery & knives',
      'Baking',
      'Kettles & teapots',
      'Storage jars',
      'Table linen',
    ],
    attributes: [
      choice('material', 'Material', 'porcelain', 'stoneware', 'glass', 'steel', 'cast iron', 'wood'),
      number('pieces', 'Pieces'),
    ],
  },
  {
    name: 'Garden',
    icon: '🌱',
    leaves: [
      'House plants',
      'Garden plants & seeds',
      'Pots & planters',
      'Lawn mowers',
      'Hand tools',
      'Watering',
      'Compost & soil',
      'Greenhouses',
      'Barbecues',
    ],
    attributes: [
      height,
      choice('light', 'Light', 'sun', 'half shade', 'shade'),
      yesNo('hardy', 'Survives frost'),
    ],
  },
  {
    name: 'Tools & workshop',
    icon: '🔧',
    leaves: [
      'Drills & screwdrivers',
      'Saws',
      'Hammers & hand tools',
      'Sanders',
      'Measuring',
      'Workbenches',
      'Ladders',
      'Paint & wallpaper',
      'Building material',
    ],
    attributes: [
      brand,
      choice('power', 'Power', 'by hand', 'mains', 'battery', 'petrol'),
      number('voltage', 'Voltage', 'V'),
    ],
  },
  {
    name: 'Electronics',
    icon: '💻',
    leaves: [
      'Phones',
      'Tablets',
      'Laptops',
      'Computers',
      'Monitors',
      'Keyboards & mice',
      'Headphones',
      'Loudspeakers & hi-fi',
      'Televisions',
      'Smart watches',
      'Printers',
    ],
    attributes: [
      brand,
      text('model', 'Model'),
      number('storage', 'Storage', 'GB'),
      number('screen', 'Screen', 'inch'),
      yesNo('warranty', 'Still under warranty'),
    ],
  },
  {
    name: 'Cameras & optics',
    icon: '📷',
    leaves: [
      'Compact cameras',
      'System cameras',
      'Film cameras',
      'Lenses',
      'Tripods',
      'Camera bags',
      'Binoculars',
      'Darkroom',
    ],
    attributes: [
      brand,
      choice('format', 'Format', '35 mm film', 'medium format', 'APS-C', 'full frame', 'Micro Four Thirds'),
      text('mount', 'Lens mount'),
    ],
  },
  {
    name: 'Fashion',
    icon: '👗',
    leaves: [
      "Women's clothing",
      "Men's clothing",
      'Coats & jackets',
      'Dresses',
      'Shoes',
      'Bags & backpacks',
      'Watches & jewellery',
      'Hats & scarves',
      'Vintage',
    ],
    attributes: [
      required(text('size', 'Size')),
      brand,
      colour,
      choice('material', 'Material', 'cotton', 'wool', 'linen', 'silk', 'leather', 'synthetic'),
    ],
  },
  {
    name: 'Children & baby',
    icon: '🧸',
    leaves: [
      'Prams & buggies',
      'Car seats',
      'Baby clothing',
      "Children's clothing",
      'Cuddly toys',
      'Wooden toys',
      'Toy trains & cars',
      "Children's furniture",
      'School',
    ],
    attributes: [
      number('from_age', 'From age', 'years'),
      brand,
      yesNo('smoke_free', 'From a smoke-free home'),
    ],
  },
  {
    name: 'Bicycles & scooters',
    icon: '🚲',
    leaves: [
      'City bicycles',
      'Racing bicycles',
      'Mountain bikes',
      'Electric bicycles',
      "Children's bicycles",
      'Cargo bikes',
      'Scooters',
      'Trailers',
      'Parts & accessories',
    ],
    attributes: [
      number('frame', 'Frame height', 'cm'),
      number('wheel', 'Wheel size', 'inch'),
      number('gears', 'Gears'),
      brand,
    ],
  },
  {
    name: 'Sport & outdoor',
    icon: '⛺',
    leaves: [
      'Camping',
      'Winter sports',
      'Ball games',
      'Racket sports',
      'Water sports',
      'Fitness',
      'Climbing',
      'Running',
      'Fishing',
      'Hiking',
    ],
    attributes: [brand, text('size', 'Size'), number('weight', 'Weight', 'kg')],
  },
  {
    name: 'Music & instruments',
    icon: '🎸',
    leaves: [
      'Guitars',
      'Pianos & keyboards',
      'Wind instruments',
      'String instruments',
      'Drums',
      'Record players',
      'Records',
      'Sheet music',
      'Studio',
    ],
    attributes: [brand, choice('level', 'Good for', 'beginners', 'advanced', 'stage')],
  },
  {
    name: 'Books & games',
    icon: '📚',
    leaves: [
      'Novels',
      'Crime & thrillers',
      'Non-fiction',
      "Children's books",
      'Textbooks',
      'Comics',
      'Board games',
      'Puzzles',
      'Video games & consoles',
    ],
    attributes: [
      choice('language', 'Language', 'German', 'English', 'French', 'Polish', 'other'),
      text('author', 'Author'),
      number('players', 'Players'),
    ],
  },
  {
    name: 'Cars & transport',
    icon: '🚗',
    leaves: [
      'Small cars',
      'Family cars',
      'Vans',
      'Motorcycles',
      'Trailers',
      'Tyres & wheels',
      'Roof boxes',
      'Car parts',
      'Boats',
    ],
    attributes: [
      required(number('year', 'First registered')),
      number('mileage', 'Mileage', 'km'),
      choice('fuel', 'Fuel', 'petrol', 'diesel', 'electric', 'hybrid', 'none'),
    ],
    expirationDays: 45,
  },
  {
    name: 'Pets',
    icon: '🐟',
    leaves: [
      'Aquariums',
      'Dog supplies',
      'Cat supplies',
      'Birds',
      'Small animals',
      'Terrariums',
      'Food',
      'Horse riding',
    ],
    attributes: [number('litres', 'Volume', 'l'), text('for_animal', 'For')],
  },
]

export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
