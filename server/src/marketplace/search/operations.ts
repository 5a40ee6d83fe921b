export { getPosts } from './get-posts.ts'
export { getSearchSuggestions } from './get-search-suggestions.ts'
export { searchPosts } from './search-posts.ts'
