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

export const nameOf = ({ name, town, zip, lat, lng }: Place): string =>
  [zip, town].filter(Boolean).join(' ') || name || `${lat}, ${lng}`

/** The place in words, as an account keeps it. */
export const addressOf = ({ town = '', zip = '' }: Place) => ({ place: town, zip_code: zip })

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
      {isOpen && <PlaceDialog place={place} purpose="home" onPick={pick} onClose={() => setOpen(false)} />}
    </>
  )
}
