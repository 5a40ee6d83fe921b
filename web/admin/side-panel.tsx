import { Drawer } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOpened } from '../ui/dialog.tsx'

interface SidePanelProps {
  /** What stands above it: the page's heading inside of it comes with the content. */
  label: string
  size?: string
  /** Of one without an address of its own: closing it does not go back. */
  hasNoAddress?: true
  /** Where closing leads when the panel's own address was opened first, or where it has none. */
  onLeave: () => void
  children: ReactNode
}

/** Whether there is a page of the console to go back to: the router counts those of this visit. */
const canGoBack = (router: ReturnType<typeof useRouter>) => router.history.canGoBack()

/**
 * Details over the list that they belong to, with an address of their own: going back closes them, closing
 * them goes back, and the focus returns to where it was.
 */
export function SidePanel({ label, size = '36rem', hasNoAddress, onLeave, children }: SidePanelProps) {
  const router = useRouter()
  const opened = useOpened()
  const close = () => (canGoBack(router) && !hasNoAddress ? router.history.back() : onLeave())
  return (
    <Drawer
      {...opened}
      position="right"
      size={size}
      title={label}
      onClose={close}
      // A dialog above it is closed by the same key, and only that.
      closeOnEscape={false}
      onKeyDown={({ key, target, currentTarget }) => {
        if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) close()
      }}
      returnFocus={false}
    >
      {children}
    </Drawer>
  )
}
