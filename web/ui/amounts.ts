/**
 * Reads an amount of money as people type it, in whatever language: `12,50` and `12.50` are the same,
 * so are `1.250`, `1,250` and `1 250`. Either sign is a decimal sign where one or two digits follow it.
 * @param decimals of the currency; only with more than two can three digits follow a decimal sign
 * @param decimalSign of the person's language, which then decides
 * @returns undefined for what cannot be understood
 */
export function amountOf(typed: string, decimals: number, decimalSign: string): number | undefined {
  const text = typed.replace(/[\s'’]/g, '')
  const [, whole = '', sign = '', rest = ''] = /^([\d.,]*?)(?:([.,])(\d*))?$/.exec(text) ?? []
  const isFraction =
    rest.length < 3 || (sign === decimalSign && rest.length <= decimals && !whole.includes(sign))
  const [digits, fraction] = isFraction ? [whole, rest] : [`${whole}${sign}${rest}`, '']
  const groups = digits.split(/[.,]/)
  const isGrouped = groups.length > 1
  const separators = new Set(digits.replace(/\d/g, ''))
  if (isGrouped && (separators.size > 1 || (isFraction && separators.has(sign)))) return undefined
  if (isGrouped && !/^\d{1,3}$/.test(groups[0] ?? '')) return undefined
  if (groups.slice(1).some((group) => group.length !== 3)) return undefined
  const plain = groups.join('')
  return plain === '' && fraction === '' ? undefined : Number(`${plain || '0'}.${fraction || '0'}`)
}
