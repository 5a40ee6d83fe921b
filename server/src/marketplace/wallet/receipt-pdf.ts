import type PDFDocument from 'pdfkit'
import { loadLater } from '../../platform/load-later.ts'
import type { ReceiptDocument } from './receipt-document.ts'

const pdfkit = loadLater<typeof PDFDocument>('pdfkit')

const margin = 60
/** The width of an A4 page between its margins, in points. */
const width = 595 - 2 * margin

/** The fonts that every reader of PDF has know the letters of Western Europe only: others become question marks. */
const printable = (text: string): string =>
  text.normalize('NFC').replace(/[^\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018-\u201e\u20ac]/gu, '?')

/** A receipt as a PDF of one page. */
export function receiptPdf({
  language,
  title,
  facts,
  parts,
  total,
  notes,
}: ReceiptDocument): Promise<Buffer> {
  const Document = pdfkit()
  const pdf = new Document({ size: 'A4', margin, lang: language, info: { Title: printable(title) } })
  const pair = ([left, right]: readonly [string, string], align: 'left' | 'right') => {
    const { y } = pdf
    const column = align === 'right' ? width / 2 : 110
    pdf.text(printable(left), margin, y, { width: column - 10 })
    const below = pdf.y
    pdf.text(printable(right), margin + column, y, { width: width - column, align })
    pdf.y = Math.max(below, pdf.y) + 3
  }
  pdf.font('Helvetica-Bold').fontSize(20).text(printable(title)).moveDown()
  pdf.font('Helvetica').fontSize(11)
  for (const fact of facts) pair(fact, 'left')
  for (const part of parts) {
    pdf.moveDown().font('Helvetica-Bold').text(printable(part.title), margin).moveDown(0.3).font('Helvetica')
    for (const line of part.lines) pair(line, 'right')
  }
  pdf.moveDown().font('Helvetica-Bold')
  pair(total, 'right')
  pdf.moveDown().font('Helvetica')
  for (const note of notes) pdf.text(printable(note), margin)
  return bytesOf(pdf)
}

function bytesOf(pdf: InstanceType<typeof PDFDocument>): Promise<Buffer> {
  const pieces: Buffer[] = []
  return new Promise((resolve, reject) => {
    pdf.on('data', (piece: Buffer) => pieces.push(piece))
    pdf.on('end', () => resolve(Buffer.concat(pieces)))
    pdf.on('error', reject)
    pdf.end()
  })
}
