const isThere = (link: HTMLLinkElement) =>
  link.sheet !== null ||
  new Promise<unknown>((done) => {
    link.addEventListener('load', done, { once: true })
    // What cannot be fetched is missed, and keeps nobody from the page.
    link.addEventListener('error', done, { once: true })
  })

/** Waits for the styles of the app, which do not keep the document's shell from being painted, and puts them in force. */
export async function whenStyled(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][media="print"]')]
  await Promise.all(links.map(isThere))
  for (const link of links) link.media = 'all'
}
