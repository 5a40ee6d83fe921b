const widths = [160, 320, 640, 1280]

/** Addresses of an upload end in `/<width>.webp`; every smaller width stands beside. */
export const variantsOf = (url: string): string | undefined =>
  /\/media\/[^/]+\/\d+\.webp$/.test(url)
    ? widths.map((width) => `${url.replace(/\d+\.webp$/, `${width}.webp`)} ${width}w`).join(', ')
    : undefined
