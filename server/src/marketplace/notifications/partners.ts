/** Kinds of notices between people who have to do with each other. */
export const amongPartners: readonly string[] = ['message', 'offer', 'order', 'payment']
