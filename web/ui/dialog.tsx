import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useIsCovered } from './guard.tsx'

/** A dialog that is open as long as it is there. */
export const Dialog = (props: Omit<ModalProps, 'opened'>) => <Modal {...useOpened()} {...props} />

/** Of a dialog or drawer that is open as long as it is there: while its page is covered it is hidden, and keeps what was typed. */
export function useOpened() {
  useFocusBack()
  return { opened: !useIsCovered(), keepMounted: true, keepMountedMode: 'display-none' } as const
}

/**
 * Once what took the focus is gone, the focus returns to where it was. The component library does that only for what
 * it sees open and close.
 */
function useFocusBack(): void {
  const [opener] = useState(() => openerOf(document.activeElement))
  useEffect(() => () => giveBack(opener), [opener])
}

/** What was pressed; of an item of a menu, which closes, the button of the menu. */
function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
}

function giveBack(opener: Element | null): void {
  // After the dialog is gone, which holds the focus until then; somebody may have moved it since.
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
  })
}
