package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var digits = regexp.MustCompile(`^[0-9]{1,12}$`)

// Verify tells whether Signalbox has signed these bytes within five minutes of now.
func Verify(secret string, headers http.Header, body []byte, now time.Time) bool {
	sent := headers.Get("x-webhook-timestamp")
	seconds, _ := strconv.ParseInt(sent, 10, 64)
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || !digits.MatchString(sent) || now.Unix()-seconds > 300 || seconds-now.Unix() > 300 {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(append([]byte(headers.Get("x-webhook-id")+"."+sent+"."), body...))
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, each := range strings.Split(headers.Get("x-webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(each)) {
			return true
		}
	}
	return false
}
