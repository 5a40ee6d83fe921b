import type { ReactNode } from 'react'
import { texts } from '../../texts/wellness.ts'
import { Gate as SharedGate } from '../../ui/gate.tsx'
import { useTitle } from '../../ui/title.ts'

/** The frame of the pages before one is signed in. */
export function Gate({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return (
    <SharedGate title={title} home={{ name: texts.name, href: '/wellness' }}>
      {children}
    </SharedGate>
  )
}
