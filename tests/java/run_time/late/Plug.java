/** A class that only a loader of the program finds. */
public class Plug implements Late.Task {
    @Override
    public String does(int with) {
        return "plug " + (Late.Board.score + with);
    }
}
