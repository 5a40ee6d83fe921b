/** What the console says of the coach. */
export const texts = {
  title: 'Coach',
  hint: 'How often it answered, and how often it pointed to help. Whom is kept nowhere here; fewer than five are not told.',
  none: 'It has not answered yet',
  kind: 'Answers',
  language: 'Language',
  replies: 'How often',
  few: 'Fewer than five',
  kinds: {
    BUILT_IN: 'By the built-in coach',
    MODEL: 'By the model',
    INSTEAD_OF_MODEL: 'By the built-in coach, instead of the model',
    SAFETY: 'Pointing to help in a crisis',
  },
}
