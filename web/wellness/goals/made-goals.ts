const storageKey = 'plaza.wellness.made-goals'
const most = 50

function made(): [key: string, goalId: string][] {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]')
  } catch {
    return []
  }
}

/** The goal that became of what waited under a key; what was said of it meanwhile still goes by the key. */
export const goalMadeAs = (key: string): string | undefined => made().find(([known]) => known === key)?.[1]

export const rememberMade = (key: string, goalId: string): void =>
  localStorage.setItem(storageKey, JSON.stringify([[key, goalId], ...made()].slice(0, most)))
