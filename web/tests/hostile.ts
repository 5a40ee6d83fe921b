/** Calls that would show that a string ran; the test provides `xss`. */
const calls = [
  'xss()',
  'top.xss()',
  'window["xss"]()',
  'xss`1`',
  'eval("xss()")',
  'setTimeout("xss()")',
  'self.xss?.()',
  'parent.xss()',
]

/** Ways into a page for one call; `"` and `'` end attributes, tags end text, schemes hide in addresses. */
const shapes: ((call: string) => string)[] = [
  (call) => `<script>${call}</script>`,
  (call) => `</script><script>${call}</script>`,
  (call) => `<img src=x onerror='${call}'>`,
  (call) => `"><img src=x onerror='${call}'>`,
  (call) => `'><img src=x onerror="${call.replaceAll('"', '&quot;')}">`,
  (call) => `<svg onload='${call}'>`,
  (call) => `<svg><script>${call}</script></svg>`,
  (call) => `<svg><animate onbegin='${call}' attributeName=x dur=1s>`,
  (call) => `<math><mtext></form><form><mglyph><style></math><img src onerror='${call}'>`,
  (call) => `<iframe src="javascript:${call.replaceAll('"', '%22')}"></iframe>`,
  (call) => `<iframe srcdoc='<script>${call}</script>'></iframe>`,
  (call) => `<details open ontoggle='${call}'>`,
  (call) => `<body onload='${call}'>`,
  (call) => `<input autofocus onfocus='${call}'>`,
  (call) => `<video><source onerror='${call}'></video>`,
  (call) => `<a href='javascript:${call}'>press</a>`,
  (call) => `javascript:${call}`,
  (call) => `JaVaScRiPt:${call}//`,
  (call) => `java\tscript:${call}`,
  (call) => `data:text/html,<script>${call}</script>`,
  (call) => `" onmouseover='${call}' autofocus onfocus='${call}' x="`,
  (call) => `{{constructor.constructor('${call.replaceAll("'", '"')}')()}}`,
  (call) => `\${${call}}`,
  (call) => `--><script>${call}</script><!--`,
  (call) =>
    `<style>@import 'javascript:${call.replaceAll("'", '')}';</style><link rel=stylesheet href=//xss.invalid>`,
]

/** 200 strings that run something wherever a page takes text for markup, an address or a script. */
export const hostileStrings: readonly string[] = calls.flatMap((call) => shapes.map((shape) => shape(call)))

/**
 * All of them in 25 texts: each text has every shape, for one of the calls, and begins with another
 * one, since an address is judged by its beginning.
 */
export const hostileTexts: readonly string[] = shapes.map((_, first) => {
  const call = calls[first % calls.length] ?? ''
  return [...shapes.slice(first), ...shapes.slice(0, first)].map((shape) => shape(call)).join('\n')
})
