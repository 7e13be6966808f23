// Tollgate from Go: a token, a ban, a verified purchase, and the signature of a webhook.
//
// Go 1.19 or later, standard library only. `go run main.go` bans and verifies;
// `go run main.go check` checks the message in WEBHOOK_… of the environment.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

var service = os.Getenv("TOLLGATE_URL")
var appID = os.Getenv("TOLLGATE_APPID")

type headers map[string]string
type object map[string]any

func post(url string, body object, more headers, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	for name, value := range more {
		request.Header.Set(name, value)
	}
	client := http.Client{Timeout: 15 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, response.Status)
	}
	return json.NewDecoder(response.Body).Decode(answer)
}

// Valid for an hour: keep it, and get a new one before it ends.
func getToken() (string, error) {
	var answer struct {
		AccessToken string `json:"access_token"`
	}
	err := post(service+"/oauth/token", object{
		"grant_type":    "client_credentials",
		"client_id":     os.Getenv("TOLLGATE_CLIENT_ID"),
		"client_secret": os.Getenv("TOLLGATE_CLIENT_SECRET"),
	}, nil, &answer)
	return answer.AccessToken, err
}

// A player id is an int64, not a float64 of a decoded map.
func ban(token string, playerID int64, blockType int) error {
	var answer struct {
		ResultCode int    `json:"result_code"`
		ResultMsg  string `json:"result_msg"`
	}
	err := post(service+"/v2/game/block/set", object{
		"appid": appID, "player_id": playerID, "status": "B", "block_type": blockType,
		"start_date": "2026-11-15 00:00:00", "end_date": "2099-12-15 00:00:00",
	}, headers{"X-Access-Token": token, "ISCRYPT": "0"}, &answer)
	if err == nil && answer.ResultCode != 0 {
		err = fmt.Errorf("%d %s", answer.ResultCode, answer.ResultMsg)
	}
	return err
}

func verify(token, receipt, productID, accountUUID string) (duplicated bool, err error) {
	var answer struct {
		Data struct {
			ServiceDuplicated bool `json:"serviceDuplicated"`
		} `json:"data"`
	}
	err = post(service+"/payment/v1/purchase/verify", object{
		"providerId": "APPLE", "requestType": 1, "productId": productID,
		"accountUuid": accountUUID, "serviceReceipt": receipt,
	}, headers{"X-App-Id": appID, "Authorization": "Bearer " + token}, &answer)
	return answer.Data.ServiceDuplicated, err
}

// Standard Webhooks. The body is the bytes as they came.
func isGenuine(key, id, timestamp, signatures string, body []byte) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	for _, each := range strings.Split(signatures, " ") {
		signature, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(each, "v1,"))
		if err == nil && hmac.Equal(signature, mac.Sum(nil)) {
			return true
		}
	}
	return false
}

func check() error {
	body := []byte(os.Getenv("WEBHOOK_BODY"))
	if !isGenuine(os.Getenv("WEBHOOK_KEY"), os.Getenv("WEBHOOK_ID"), os.Getenv("WEBHOOK_TIMESTAMP"),
		os.Getenv("WEBHOOK_SIGNATURE"), body) {
		fmt.Println("forged")
		return nil
	}
	var message struct {
		Data []struct {
			PlayerID int64 `json:"player_id"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &message); err != nil {
		return err
	}
	fmt.Print("genuine")
	for _, each := range message.Data {
		fmt.Print(" ", each.PlayerID)
	}
	fmt.Println()
	return nil
}

func run() error {
	token, err := getToken()
	if err != nil {
		return err
	}
	const playerID int64 = 9007199254740993
	blockType, err := strconv.Atoi(os.Getenv("TOLLGATE_BLOCK_TYPE"))
	if err != nil {
		blockType = 1
	}
	if err := ban(token, playerID, blockType); err != nil {
		return err
	}
	fmt.Println("banned", playerID)

	// A player buys something: here at the emulator, in your game at the store.
	const account = "a3b1c5d7-0000-4000-8000-00000000e001"
	var sale struct {
		SignedTransaction string `json:"signedTransaction"`
	}
	if err := post(os.Getenv("EMULATOR_URL")+"/control/apple/transactions", object{
		"productId": "gem_1200", "price": 9990, "currency": "USD", "appAccountToken": account,
	}, nil, &sale); err != nil {
		return err
	}
	for i := 0; i < 2; i++ {
		duplicated, err := verify(token, sale.SignedTransaction, "gem_1200", account)
		if err != nil {
			return err
		}
		fmt.Println("verified, duplicate:", duplicated)
	}
	return nil
}

func main() {
	job := run
	if len(os.Args) > 1 && os.Args[1] == "check" {
		job = check
	}
	if err := job(); err != nil {
		log.Fatal(err)
	}
}
