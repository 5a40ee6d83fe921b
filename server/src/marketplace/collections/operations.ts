export { favouritePost } from './favourite-post.ts'
export { getFavourites } from './get-favourites.ts'
