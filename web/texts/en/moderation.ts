/** Why a listing or a change waits for a moderator. */
export const texts = {
  payment_outside: 'asks for payment that can’t be undone',
  new_account: 'account opened today',
  title_replaced: 'new title',
  price_changed: 'very different price',
  price_multiplied: 'price ten times higher or lower',
  pictures_replaced: 'all photos replaced',
  category_changed: 'different category',
} as Record<string, string>
