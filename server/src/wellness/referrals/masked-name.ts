const shown = 2

/**
 * A name by which a friend is known again and nobody else is: the first letters of its first two words. As many
 * stars stand for every rest, and for a name that is gone.
 */
export function maskedName(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '')
  const initials = words.slice(0, shown).map((word) => `${[...word][0]}***`)
  return initials.join(' ') || '***'
}
