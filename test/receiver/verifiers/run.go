package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// Answers each line of the standard input, a delivery as tab-separated fields, with true or false.
func main() {
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		given := strings.Split(input.Text(), "\t")
		headers := http.Header{}
		headers.Set("x-webhook-id", given[1])
		headers.Set("x-webhook-timestamp", given[2])
		headers.Set("x-webhook-signature", given[3])
		body, _ := base64.StdEncoding.DecodeString(given[4])
		now, _ := strconv.ParseInt(given[5], 10, 64)
		fmt.Println(Verify(given[0], headers, body, time.Unix(now, 0)))
	}
}
