// Plays https://js.stripe.com/v3/ as far as Plaza's pages use it, by what Stripe documents of it. The form and the bank's
// question are frames of its own origin, so that no number is ever in the page itself.
;(() => {
  const { origin } = new URL(document.currentScript.src)

  function show(place, address, title, look) {
    const frame = document.createElement('iframe')
    frame.src = origin + address
    frame.title = title
    frame.style.cssText = `border: 0; width: 100%; ${look}`
    place.append(frame)
    return frame
  }

  /** Asks a frame something and waits for what it says. */
  const ask = (frame, question) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => resolve(data)
      frame.contentWindow.postMessage(question, origin, [port2])
    })

  /** The bank's question over the page, until it is answered. */
  async function authenticate(question) {
    const cover = document.createElement('div')
    cover.style.cssText = 'position: fixed; inset: 0; z-index: 10000; background: #0008; padding: 20vh 5vw'
    document.body.append(cover)
    const frame = show(cover, '/v3/question', 'Your bank', 'height: 200px; background: #fff')
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
    const said = await ask(frame, question)
    cover.remove()
    return said
  }

  const failed = (code, message) => ({ error: { type: 'invalid_request_error', code, message } })

  function elementsFor({ clientSecret }) {
    if (!/^seti_\w+_secret_\w+$/.test(clientSecret))
      throw new Error('Invalid value for elements(): clientSecret')
    const listeners = []
    let frame
    const element = {
      on: (event, listener) => void listeners.push([event, listener]),
      mount(place) {
        if (!(place instanceof HTMLElement)) throw new Error('Invalid DOM element for mount()')
        frame = show(place, '/v3/card', 'Secure payment input frame', 'height: 220px')
        const tell = (what) => {
          for (const [event, listener] of listeners) if (event === what) listener()
        }
        // A frame that did not come is loaded, too.
        const look = () =>
          fetch(frame.src, { mode: 'no-cors' }).then(
            () => tell('ready'),
            () => tell('loaderror'),
          )
        frame.addEventListener('load', look, { once: true })
      },
      destroy: () => frame?.remove(),
    }
    return {
      clientSecret,
      frame: () => frame,
      update({ appearance }) {
        if (!['stripe', 'night', 'flat'].includes(appearance?.theme))
          throw new Error('Invalid value for update(): appearance')
      },
      create(type) {
        if (type !== 'payment') throw new Error(`A valid Element name must be provided, not ${type}`)
        return element
      },
    }
  }

  window.Stripe = (key) => {
    if (!/^pk_(test|live)_\w+$/.test(key)) throw new Error('Please call Stripe() with your publishable key.')
    return {
      elements: elementsFor,
      async confirmSetup({ elements, confirmParams, redirect }) {
        if (redirect !== 'if_required' || !confirmParams?.return_url)
          throw new Error('confirmParams.return_url is needed, and redirect is if_required here')
        const { clientSecret } = elements
        const said = await ask(elements.frame(), { key, clientSecret })
        if (said.setupIntent?.status !== 'requires_action') return said
        const { hasLeft, ...answered } = await authenticate({ key, clientSecret })
        if (!hasLeft) return answered
        // Some banks have a page of their own; this one leads back from it at once.
        const back = new URL(confirmParams.return_url)
        back.searchParams.set('setup_intent', answered.setupIntent.id)
        back.searchParams.set('redirect_status', answered.setupIntent.status)
        location.assign(back)
        return new Promise(() => {})
      },
      async handleNextAction({ clientSecret }) {
        const [id] = clientSecret.split('_secret_')
        const asked = new URLSearchParams({ key, client_secret: clientSecret })
        const answer = await fetch(`${origin}/v1/payment_intents/${id}?${asked}`)
        const said = await answer.json()
        if (!answer.ok) return { error: said.error }
        if (said.status !== 'requires_action')
          return failed('payment_intent_unexpected_state', 'There is nothing to do about this payment.')
        return authenticate({ key, clientSecret })
      },
    }
  }
})()
