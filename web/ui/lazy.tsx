import { Button, Group } from '@mantine/core'
import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { texts } from '../texts/ui.ts'
import { Failure } from './failure.ts'
import { Failed } from './states.tsx'

/** A page or dialog whose code is fetched when it is wanted first. */
export interface Lazy<Props> {
  (props: Props): ReactNode
  /** Fetches it ahead; never fails. */
  preload: () => Promise<void>
}

type PropsOf<Component> = Component extends (props: infer Props) => ReactNode ? Props : never

/**
 * A part of the app by the module that it is in. When that cannot be fetched, the page around it
 * stays as it is: in the part's place stands why, with a way to try again.
 */
export function lazily<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Lazy<PropsOf<Module[Name]>> {
  // What is not a component leaves no props that it could be shown with.
  const part = new Part(async () => (await load())[name] as ComponentType<PropsOf<Module[Name]> & object>)
  return Object.assign((props: PropsOf<Module[Name]>) => <Shown part={part} props={props} />, {
    preload: part.fetch,
  })
}

interface State<Props> {
  Component?: ComponentType<Props & object>
  hasFailed?: boolean
}

/** The code of one part on its way. */
class Part<Props> {
  readonly #load: () => Promise<ComponentType<Props & object>>
  readonly #listeners = new Set<() => void>()
  #state: State<Props> = {}
  #pending: Promise<void> | undefined

  constructor(load: () => Promise<ComponentType<Props & object>>) {
    this.#load = load
  }

  readonly state = (): State<Props> => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly fetch = async (): Promise<void> => {
    if (this.#state.Component) return
    this.#pending ??= this.#tryOnce().finally(() => {
      this.#pending = undefined
    })
    await this.#pending
  }

  async #tryOnce(): Promise<void> {
    try {
      // Many browsers remember a failed import for as long as the page lives: none is begun in vain.
      this.#state = navigator.onLine ? { Component: await this.#load() } : { hasFailed: true }
    } catch {
      this.#state = { hasFailed: true }
    }
    for (const listener of this.#listeners) listener()
  }
}

function Shown<Props>({ part, props }: { part: Part<Props>; props: Props }) {
  const { Component, hasFailed } = useSyncExternalStore(part.subscribe, part.state)
  useEffect(() => {
    void part.fetch()
    window.addEventListener('online', part.fetch)
    return () => window.removeEventListener('online', part.fetch)
  }, [part])
  if (Component) return <Component {...(props as Props & object)} />
  return hasFailed ? <Missing retry={part.fetch} /> : null
}

/** Trying again helps after a lost connection, only a new page after the server was upgraded. */
function Missing({ retry }: { retry: () => Promise<void> }) {
  const [isTried, setTried] = useState(false)
  const tryAgain = () => void retry().then(() => setTried(true))
  if (!isTried || !navigator.onLine)
    return <Failed error={new Failure(0, 'OFFLINE', texts.offline)} retry={tryAgain} />
  return (
    <Failed error={new Failure(0, 'OFFLINE', texts.partMissing)}>
      <Group>
        <Button variant="default" onClick={tryAgain}>
          {texts.tryAgain}
        </Button>
        <Button variant="default" onClick={() => window.location.reload()}>
          {texts.reload}
        </Button>
      </Group>
    </Failed>
  )
}
