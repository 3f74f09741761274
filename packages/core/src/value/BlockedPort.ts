/**
 * The ports that nothing is called on: what listens there speaks no HTTP, and may take a request for commands. They are
 * the "bad ports" of the WHATWG Fetch standard, which browsers refuse as well (decisions 3.1).
 */
const ports: ReadonlySet<string> = new Set(
  [
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135",
    "137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719",
    "1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080"
  ].flatMap((line) => line.split(" "))
)

/** Returns the port of a URL when it is blocked, or null. */
export const of = ({ port }: Pick<URL, "port">): string | null => ports.has(port) ? port : null

/** In words for whoever wrote the URL. */
export const sentence = "must not have a port that browsers refuse, such as 25"
