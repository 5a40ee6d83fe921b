/** Whether the form is wanted, or what a bank's page brought back from it. */
export interface CardsSearch {
  add?: true
  setup_intent?: string
}

export const readCardsSearch = ({ add, setup_intent: intent }: Record<string, unknown>): CardsSearch => ({
  ...(add === true ? { add } : {}),
  ...(typeof intent === 'string' && /^seti_\w{1,195}$/.test(intent) ? { setup_intent: intent } : {}),
})
