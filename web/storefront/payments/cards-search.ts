/** Whether the form is wanted, or what a bank's page brought back from it. */
export interface CardsSearch {
  add?: true
  setup_intent?: string
  /** Whether the card that was brought back is to be the default. */
  default?: true
}

export const readCardsSearch = ({
  add,
  setup_intent: intent,
  default: isDefault,
}: Record<string, unknown>): CardsSearch => ({
  ...(add === true ? { add } : {}),
  ...(isDefault === true ? { default: isDefault } : {}),
  ...(typeof intent === 'string' && /^seti_\w{1,195}$/.test(intent) ? { setup_intent: intent } : {}),
})
