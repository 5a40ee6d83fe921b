export { getPostReviews } from './get-post-reviews.ts'
export { reviewPost } from './review-post.ts'
export { sendContentViolation } from './send-content-violation.ts'
