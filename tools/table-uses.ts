/** Which tables a source file's SQL names, and what it does to them, read from the text. */
export interface TableUse {
  deed: 'writes' | 'locks' | 'reads'
  /** With its schema, such as `marketplace.post`. */
  table: string
}

const schemas = '(?:marketplace|wellness|platform)'
// A quoted name before a colon is a table that a sweep removes from.
const written = new RegExp(
  `(?:\\b(?:insert into|update|delete from|merge into|truncate(?: table)?)\\s+(?:only\\s+)?(${schemas}\\.\\w+)|'(${schemas}\\.\\w+)':)`,
  'gi',
)
const locked = /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b(?:\s+of\s+(\w+(?:\s*,\s*\w+)*))?/gi
const named = new RegExp(`\\b(${schemas}\\.[a-z_]+)\\b(?!\\()(?:\\s+(?:as\\s+)?(\\w+))?`, 'gi')

export function tableUses(text: string): TableUse[] {
  const uses: TableUse[] = []
  for (const [, stated, swept] of text.matchAll(written))
    uses.push({ deed: 'writes', table: stated ?? swept ?? '' })
  for (const { 1: aliases, index } of text.matchAll(locked))
    for (const [, table = '', alias = ''] of selectBefore(text, index).matchAll(named))
      if (!aliases || aliases.split(/\s*,\s*/).includes(alias)) uses.push({ deed: 'locks', table })
  for (const [, table = ''] of text.matchAll(named)) uses.push({ deed: 'reads', table })
  return uses
}

/**
 * The select that a lock at `end` belongs to, without what stands in brackets: a subquery locks
 * nothing of its own here, and a fragment that is put in is checked where it is written.
 */
function selectBefore(text: string, end: number): string {
  let depth = 0
  let own = ''
  for (let at = end - 1; at >= 0; at -= 1) {
    const sign = text[at] ?? ''
    if (sign === '`' && depth === 0) break
    if (')}'.includes(sign)) depth += 1
    else if ('({'.includes(sign)) depth -= 1
    else if (depth === 0) own = sign + own
    if (depth < 0 || (depth === 0 && /^select\s/i.test(own))) break
  }
  return own
}
