import { recordViews } from '@plaza/client/marketplace'
import { useEffect } from 'react'
import { deviceId } from '../../accounts/device.ts'
import { cameFrom } from '../came-from.ts'

/** Counts that a listing was looked at, once it is shown. Nobody waits for it, and it may fail. */
export function useView({ _id, own }: { _id: string; own: boolean }): void {
  useEffect(() => {
    if (own) return
    recordViews({ body: { post_id: _id, source: cameFrom(), device_id: deviceId() } }).catch(() => undefined)
  }, [_id, own])
}
