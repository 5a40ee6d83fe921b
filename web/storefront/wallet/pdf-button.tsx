import { Button } from '@mantine/core'
import { getReceiptPdf } from '@plaza/client/marketplace'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ask } from '../../ui/failure.ts'
import { saveFile } from '../../ui/save-file.ts'
import { FormFailure, messageOf } from '../../ui/states.tsx'
import classes from './wallet.module.css'

/** Saves a receipt as a file. */
export function PdfButton({ receiptId, name, label }: { receiptId: string; name: string; label?: string }) {
  const load = useMutation({
    mutationFn: () => ask(getReceiptPdf({ path: { id: receiptId }, parseAs: 'blob' })),
    onSuccess: (file) => saveFile(file as Blob, 'receipt.pdf'),
  })
  return (
    <div className={classes.pdf}>
      <Button
        variant="default"
        leftSection={<IconDownload aria-hidden size={18} />}
        aria-label={label}
        loading={load.isPending}
        onClick={() => load.mutate()}
      >
        {name}
      </Button>
      <FormFailure message={load.error ? messageOf(load.error) : undefined} />
    </div>
  )
}
