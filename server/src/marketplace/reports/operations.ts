export { reportChat } from './report-chat.ts'
export { reportComment } from './report-comment.ts'
export { reportPost } from './report-post.ts'
export { reportUser } from './report-user.ts'
