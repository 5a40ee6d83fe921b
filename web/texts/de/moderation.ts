/** Warum eine Anzeige oder Änderung auf die Moderation wartet. */
export const texts = {
  payment_outside: 'verlangt eine Zahlung, die sich nicht zurückholen lässt',
  new_account: 'Konto von heute',
  title_replaced: 'anderer Titel',
  price_changed: 'ganz anderer Preis',
  price_multiplied: 'zehnfacher oder zehntel Preis',
  pictures_replaced: 'alle Fotos ausgetauscht',
  category_changed: 'andere Kategorie',
} as Record<string, string>
