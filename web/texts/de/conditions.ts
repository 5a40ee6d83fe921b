/** In welchem Zustand ein Artikel ist. */
export const texts = {
  new: 'Neu',
  like_new: 'Wie neu',
  very_good: 'Sehr gut',
  good: 'Gut',
  fair: 'Gebraucht',
  poor: 'Stark gebraucht',
  for_parts: 'Für Bastler',
} satisfies typeof import('../en/conditions.ts').texts
