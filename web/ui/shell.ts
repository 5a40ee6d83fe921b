import { variantsOf } from './variants.ts'

/** The document's shell. It may be read later than the first module, and is gone once the app is there. */
export async function theShell(): Promise<HTMLElement | null> {
  if (document.readyState === 'loading')
    await new Promise((done) => document.addEventListener('DOMContentLoaded', done, { once: true }))
  return document.querySelector<HTMLElement>('.shell')
}

/** Tells the shell which page it stands for. */
export async function shapeShell(page: string): Promise<void> {
  const shell = await theShell()
  if (shell) shell.dataset.page = page
}

/**
 * Shows a picture in a box of the document's shell. Who waits for the app sees it there, and the app, which
 * puts it in the same place, finds it fetched.
 */
export function showInShell(box: Element, url: string, sizes: string): void {
  box.append(
    Object.assign(document.createElement('img'), {
      alt: '',
      fetchPriority: 'high',
      sizes,
      srcset: variantsOf(url) ?? '',
      src: url,
    }),
  )
}
