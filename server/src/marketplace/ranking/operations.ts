export { getMostViewed } from './get-most-viewed.ts'
export { getPopularCategories } from './get-popular-categories.ts'
export { getTrending } from './get-trending.ts'
