import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CardForm } from './card-form.ts'

// What these pages use of Stripe's script, as its documentation has it.

interface StripeElement {
  mount(place: HTMLElement): void
  on(event: 'ready' | 'loaderror', listener: () => void): void
  destroy(): void
}

export interface StripeElements {
  create(type: 'payment'): StripeElement
  update(options: { appearance: object }): void
}

interface StripeFailure {
  message?: string
  /** Of one that had succeeded before. */
  setup_intent?: { id: string; status: string }
}

export interface Stripe {
  elements(options: { clientSecret: string }): StripeElements
  confirmSetup(options: {
    elements: StripeElements
    confirmParams: { return_url: string }
    redirect: 'if_required'
  }): Promise<{ error?: StripeFailure; setupIntent?: { id: string; status: string } }>
  handleNextAction(options: { clientSecret: string }): Promise<{ error?: StripeFailure }>
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string, options: { locale: string }) => Stripe
  }
}

let loading: Promise<void> | undefined

function load(scriptUrl: string, onLoaded: () => void): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.onload = () => {
      onLoaded()
      resolve()
    }
    script.onerror = () => {
      loading = undefined
      script.remove()
      reject(new Error('the script of the card form did not come'))
    }
    document.head.append(script)
  })
  return loading
}

/**
 * Stripe's script, on a page whose policy lets it in. It goes with that page: whoever leaves it begins a new document,
 * with the policy of all others and nobody else's script in it.
 */
export function useStripe({ publishableKey, scriptUrl }: CardForm): { stripe?: Stripe; hasFailed: boolean } {
  const router = useRouter()
  const [stripe, setStripe] = useState<Stripe>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const goWithThePage = () =>
      router.subscribe('onResolved', ({ pathChanged }) => {
        if (pathChanged) window.location.reload()
      })
    load(scriptUrl, goWithThePage).then(
      () => setStripe(window.Stripe?.(publishableKey, { locale: document.documentElement.lang })),
      () => setFailed(true),
    )
  }, [router, publishableKey, scriptUrl])
  return { ...(stripe ? { stripe } : {}), hasFailed }
}
