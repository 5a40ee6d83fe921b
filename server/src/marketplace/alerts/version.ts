// Versions of apps, as https://semver.org/spec/v2.0.0.html writes and orders them.

const number = '(0|[1-9]\\d*)'
const label = '(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)'

/** What a version looks like. */
export const versionPattern = `^${number}\\.${number}\\.${number}(?:-(${label}(?:\\.${label})*))?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`

const form = new RegExp(versionPattern)

/** Of digits without leading zeros, however many. */
const compareNumbers = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

const isNumber = (text: string) => /^\d+$/.test(text)

function compareLabels(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b)
  // Numbers come before words.
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

/** Of what stands behind the hyphen; without any it is the finished version, which is the later one. */
function comparePrereleases(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  const [left, right] = [a.split('.'), b.split('.')]
  for (const [index, one] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    const order = compareLabels(one, other)
    if (order !== 0) return order
  }
  return left.length - right.length
}

/**
 * Which of two versions comes first: negative when `a` does, 0 when they differ by the build alone.
 * @throws Error when one of them is no version
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [form.exec(a), form.exec(b)]
  if (!left || !right) throw new Error(`${left ? b : a} is no version`)
  for (const part of [1, 2, 3]) {
    const order = compareNumbers(left[part] ?? '', right[part] ?? '')
    if (order !== 0) return order
  }
  return comparePrereleases(left[4], right[4])
}
