/**
 * The one document of the inbox. Its addresses are relative, so that it can be served below any path that ends in a slash.
 */

const mark =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22"><rect x="1" y="1" width="20" height="20" rx="6" fill="#1d2421"/><circle cx="7.5" cy="7.5" r="2.4" fill="#ff6a5e"/><circle cx="14.5" cy="7.5" r="2.4" fill="#f0b23e"/><circle cx="11" cy="14.3" r="2.8" fill="#4cc38a"/></svg>`

/** The picture that browsers show in a tab. */
export const icon = mark

/** Where the page gets what it shows: the emulator's control and API, or a console of a production service. */
export type SourceName = "emulator" | "console"

const withoutScript: Readonly<Record<SourceName, string>> = {
  emulator:
    "The inbox needs JavaScript. Everything it shows is also in the API: see <a href=\"docs\">the reference</a>.",
  console: "This page needs JavaScript."
}

/** Every module is asked for immediately, rather than when the one before it has come. */
export const html = (entry: string, modules: ReadonlyArray<string>, source: SourceName): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Signalbox</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="inbox/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="inbox/inbox.css">
${modules.map((path) => `<link rel="modulepreload" href="inbox/${path}">`).join("\n")}
<script type="module" src="inbox/${entry}"></script>
</head>
<body>
<div id="inbox" data-source="${source}"></div>
<noscript>${withoutScript[source]}</noscript>
</body>
</html>
`
