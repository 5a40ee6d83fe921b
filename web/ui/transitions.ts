import type { AnyRouter } from '@tanstack/react-router'

const ignore = () => {
  // Skipped, such as by the next one: the page is there all the same.
}

/** Links with `viewTransition` change the page as a transition; one that is skipped is no error. */
export function quietTransitions(router: AnyRouter): void {
  router.startViewTransition = async (change: () => Promise<void>) => {
    const isWanted = Boolean(router.shouldViewTransition)
    router.shouldViewTransition = undefined
    if (!isWanted || !('startViewTransition' in document)) return change()
    const { ready, finished, updateCallbackDone } = document.startViewTransition(change)
    ready.catch(ignore)
    finished.catch(ignore)
    await updateCallbackDone
  }
}
