export { adminGetContactMessages } from './admin-get-contact-messages.ts'
export { adminGetFeedback } from './admin-get-feedback.ts'
export { contactUs } from './contact-us.ts'
export { createFeedback } from './create-feedback.ts'
