// Reads and writes with three libraries of Go: gqlparser validates documents, machinebox/graphql sends them, and shurcooL/graphql makes
// operations of structs.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
)

type arguments struct {
	URL, SDLURL, Documents, OrganizationID, ChangeRequestID string
	Tokens                                                  map[string]string
}

type report struct {
	Types         []string       `json:"types"`
	Organizations []organization `json:"organizations"`
	Sites         sites          `json:"sites"`
	Comment       string         `json:"comment"`
	UserErrors    []userError    `json:"userErrors"`
	FieldError    fieldError     `json:"fieldError"`
	UnknownField  string         `json:"unknownField"`
}

func main() {
	var args arguments
	must(json.Unmarshal([]byte(os.Args[1]), &args))
	ctx := context.Background()
	documents := loadDocuments(args)
	structs := newStructClient(args.URL, args.Tokens["admin"])

	comment, _ := structs.createComment(ctx, args.ChangeRequestID)
	_, userErrors := structs.createComment(ctx, "x")
	must(json.NewEncoder(os.Stdout).Encode(report{
		Types:         documents.types(),
		Organizations: structs.organizations(ctx),
		Sites:         documents.sites(ctx),
		Comment:       comment,
		UserErrors:    userErrors,
		FieldError:    documents.fieldError(ctx),
		UnknownField:  documents.rejection("{ nothing }"),
	}))
}

// bearer adds a token to each request.
type bearer struct{ token string }

func (b bearer) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(request)
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
