/** Characters of one message. */
export const longestMessage = 2000
/** How many messages of a conversation a model is shown. */
export const mostShown = 12
/** How many conversations a history lists. */
export const mostConversations = 50
