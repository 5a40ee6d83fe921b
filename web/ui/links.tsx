import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Html<Own> = Own &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Own> & { ref?: Ref<HTMLAnchorElement> }

/** A link to another page of the app that looks like a button. */
export const ButtonLink = createLink((props: Html<ButtonProps>) => <Button component="a" {...props} />)

/** A link to another page of the app. */
export const TextLink = createLink((props: Html<AnchorProps>) => <Anchor {...props} />)
