export { getPosts } from './get-posts.ts'
export { searchPosts } from './search-posts.ts'
