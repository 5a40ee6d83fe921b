/** The browser's own question whether to put the app on the start screen, kept until somebody wants it. */
export interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

let kept: InstallPrompt | undefined
const listeners = new Set<() => void>()

function keep(prompt: InstallPrompt | undefined): void {
  kept = prompt
  for (const listener of listeners) listener()
}

window.addEventListener('beforeinstallprompt', (event) => {
  // Otherwise some browsers ask over the page, whatever somebody is doing there.
  event.preventDefault()
  keep(event as InstallPrompt)
})
window.addEventListener('appinstalled', () => keep(undefined))

export const promptOf = (): InstallPrompt | undefined => kept

export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A question is good for one answer. */
export async function promptNow(): Promise<void> {
  const prompt = kept
  keep(undefined)
  await prompt?.prompt()
}
