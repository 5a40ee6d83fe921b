import type { NavigateOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Where something that was found is shown. */
export type Goal = Pick<NavigateOptions, 'to' | 'params' | 'search'>

/** Something that was found. */
export interface Find {
  key: string
  name: string
  /** What tells it from others of its name. */
  hint?: string | undefined
  picture?: ReactNode
  goal: Goal
}

/** What some words found, in groups. */
export interface Finds {
  groups: readonly { name: string; finds: readonly Find[] }[]
  isBusy: boolean
  hasFailed: boolean
}

/** So many of a kind are shown; more words find others. */
export const mostFinds = 5
/** Fewer letters would find nearly everything. */
export const fewestLetters = 2
