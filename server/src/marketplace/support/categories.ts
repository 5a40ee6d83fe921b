/** What feedback is about. */
export const feedbackCategories = ['bug', 'idea', 'praise', 'other'] as const
export type FeedbackCategory = (typeof feedbackCategories)[number]
