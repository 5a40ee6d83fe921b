/** Why a listing or a change waits for a moderator. */
export const texts = {
  payment_outside: 'asks to be paid in a way that cannot be undone',
  new_account: 'from an account of today',
  title_replaced: 'another title',
  price_changed: 'quite another price',
  pictures_replaced: 'other pictures',
  category_changed: 'another category',
} as Record<string, string>
