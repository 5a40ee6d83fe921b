// What both frames share: a question comes with a port for its answer, and goes on to the server that they are of.
export function answer(handle) {
  window.addEventListener('message', async ({ data, ports: [port] }) => port?.postMessage(await handle(data)))
}

/** Asks as a page does: with its own key and the secret of the intent. */
export async function post(path, { key, clientSecret, ...fields }) {
  const [id] = clientSecret.split('_secret_')
  const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  const said = await fetch(`/v1/${kind}/${id}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams({ client_secret: clientSecret, ...fields }),
  })
  const value = await said.json()
  if (!said.ok) return { error: value.error }
  return kind === 'setup_intents' ? { setupIntent: value } : { paymentIntent: value }
}
