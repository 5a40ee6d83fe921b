import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { texts } from '../texts/ui.ts'
import { Failure } from './failure.ts'
import { PlainButton } from './plain-button.tsx'
import { Failed } from './states.tsx'

/** A page or dialog whose code is fetched when it is wanted first. */
export interface Lazy<Props> {
  (props: Props): ReactNode
  /** Fetches it ahead; never fails. */
  preload: () => Promise<void>
}

type MissingPart = ComponentType<{ retry: () => Promise<void> }>

type PropsOf<Component> = Component extends (props: infer Props) => ReactNode ? Props : never

/**
 * A part of the app by the module that it is in. When that cannot be fetched, the page around it
 * stays as it is: in the part's place stands why, with a way to try again.
 */
export function lazily<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  Missing: MissingPart | null = MissingHere,
): Lazy<PropsOf<Module[Name]>> {
  // What is not a component leaves no props that it could be shown with.
  const part = new Part(async () => (await load())[name] as ComponentType<PropsOf<Module[Name]> & object>)
  return Object.assign(
    (props: PropsOf<Module[Name]>) => <Shown part={part} props={props} Missing={Missing} />,
    {
      preload: part.fetch,
    },
  )
}

/** The same for what a page can be without: as long as it cannot be fetched, nothing stands in its place. */
export const lazilyBeside = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Lazy<PropsOf<Module[Name]>> => lazily(load, name, null)

/** The same for what uses the component library, which is fetched beside it where the page has none yet. */
export const lazilyThemed = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Lazy<PropsOf<Module[Name]>> =>
  lazily(async () => {
    const [module, { themed }] = await Promise.all([load(), import('./themed.tsx')])
    return { [name]: themed(module[name] as ComponentType<object>) } as Pick<Module, Name>
  }, name)

interface State<Props> {
  Component?: ComponentType<Props & object>
  hasFailed?: boolean
}

/** Whether every file of the app is here already, by its service worker. */
const isOnDevice = (): boolean =>
  navigator.serviceWorker?.controller?.scriptURL.endsWith('/wellness-worker.js') ?? false

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
      this.#state = navigator.onLine || isOnDevice() ? { Component: await this.#load() } : { hasFailed: true }
    } catch {
      this.#state = { hasFailed: true }
    }
    for (const listener of this.#listeners) listener()
  }
}

interface ShownProps<Props> {
  part: Part<Props>
  props: Props
  Missing: MissingPart | null
}

function Shown<Props>({ part, props, Missing }: ShownProps<Props>) {
  const { Component, hasFailed } = useSyncExternalStore(part.subscribe, part.state)
  useEffect(() => {
    void part.fetch()
    window.addEventListener('online', part.fetch)
    return () => window.removeEventListener('online', part.fetch)
  }, [part])
  if (Component) return <Component {...(props as Props & object)} />
  return hasFailed && Missing ? <Missing retry={part.fetch} /> : null
}

/** Trying again helps after a lost connection, only a new page after the server was upgraded. */
function MissingHere({ retry }: { retry: () => Promise<void> }) {
  const [isTried, setTried] = useState(false)
  const tryAgain = () => void retry().then(() => setTried(true))
  if (!isTried || !navigator.onLine)
    return <Failed error={new Failure(0, 'OFFLINE', texts.offline)} retry={tryAgain} />
  return (
    <Failed error={new Failure(0, 'OFFLINE', texts.partMissing)}>
      <PlainButton onClick={tryAgain}>{texts.tryAgain}</PlainButton>
      <PlainButton onClick={() => window.location.reload()}>{texts.reload}</PlainButton>
    </Failed>
  )
}
