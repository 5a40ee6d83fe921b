import type { SVGProps } from 'react'

/** A face that feels from 1, very unpleasant, to 7, very pleasant. */
export function Face({ value, ...props }: { value: number } & SVGProps<SVGSVGElement>) {
  const bend = (value - 4) * 2.2
  const mouth = `M10 ${22 - bend / 2} Q16 ${22 + bend} 22 ${22 - bend / 2}`
  return (
    <svg
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      aria-hidden
      {...props}
    >
      <circle cx="16" cy="16" r="14.5" />
      <path d={`M11 12v2 M21 12v2 ${mouth}`} />
    </svg>
  )
}
