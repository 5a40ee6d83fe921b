import { useState } from 'react'

/**
 * What is open on a page, as a form or a dialog, one at a time. What closes it late, as does the answer to a form that
 * was left, closes nothing that was opened since.
 */
export function useOneOpen<Thing>() {
  const [present, setPresent] = useState<{ thing: Thing }>()
  return {
    opened: present?.thing,
    open: (thing: Thing) => setPresent({ thing }),
    close: () => setPresent((now) => (now === present ? undefined : now)),
  }
}
