export { addComment } from './add-comment.ts'
export { deleteComment } from './delete-comment.ts'
export { getComments } from './get-comments.ts'
