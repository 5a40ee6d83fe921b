import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './gate.module.css'

interface GateProps {
  title: string
  /** The app's name and start page, where the gate stands alone instead of within the app's frame. */
  home?: { name: string; href: string }
  children: ReactNode
}

/** The frame of the pages on the way in. */
export function Gate({ title, home, children }: GateProps) {
  const content = (
    <>
      <Title order={1} size="h2">
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
    </>
  )
  if (!home) return <section className={classes.gate}>{content}</section>
  return (
    <main className={classes.gate} data-alone>
      <a href={home.href} className={classes.brand}>
        {home.name}
      </a>
      {content}
    </main>
  )
}
