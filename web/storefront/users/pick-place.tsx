import { Button, type ButtonProps } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { PlaceDialog } from '../search/lazy-place-dialog.ts'
import type { Place } from '../search/place.ts'

interface PickPlaceProps extends ButtonProps {
  place: Place | undefined
  onPick: (place: Place) => void
  children: ReactNode
}

export const nameOf = ({ name, lat, lng }: Place): string => name || `${lat}, ${lng}`

/** A button that opens the dialog of places. */
export function PickPlace({ place, onPick, children, ...button }: PickPlaceProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => void PlaceDialog.preload(), [])
  const pick = (picked: Place | undefined) => {
    setOpen(false)
    if (picked) onPick(picked)
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMapPin aria-hidden size={18} />}
        onClick={() => setOpen(true)}
        {...button}
      >
        {children}
      </Button>
      {isOpen && <PlaceDialog place={place} isNeeded onPick={pick} onClose={() => setOpen(false)} />}
    </>
  )
}
